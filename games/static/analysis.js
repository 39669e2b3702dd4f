// Follows how far an analysis is, and shows the result without a reload.

const LONGEST = 60;

void follow();

async function follow() {
  let wait = seconds();
  while (wait) {
    await new Promise((resume) => setTimeout(resume, wait * 1000));
    try {
      const answer = await fetch(location.href);
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const news = page.getElementById("analysis");
      if (!news) return;
      document.getElementById("analysis")?.replaceWith(news);
      wait = seconds();
    } catch {
      wait = Math.min(2 * wait, LONGEST); // the service, or the way to it, is away
    }
  }
}

/** Until the next look; 0 once nothing more will come. */
function seconds() {
  return Number(document.getElementById("analysis")?.dataset.again ?? 0);
}
