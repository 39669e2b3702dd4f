"""What is stored of clubs, their ladders and ratings."""
