"""What a new test starts from: people, clubs, ladders and games, made by the services so that logs are real.

``create`` makes one. What a test is about is given; everything else has a default.
"""
