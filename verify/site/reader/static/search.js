// The search page. Pagefind answers from its index in the site; its address comes with the script, so any base path does.
const script = document.getElementById("search-script");
const status = document.getElementById("search-status");
const results = document.getElementById("search-results");
const box = document.querySelector(".search-form input");
const query = (new URLSearchParams(location.search).get("q") ?? "").trim();
const MOST = 30;
const HIDDEN = /(<mark>)?\u2063[^\s<]*(<\/mark>)?/gu; // word forms that are there for the index alone

function item(found) {
  const made = document.createElement("li");
  const part = found.sub_results?.find((sub) => sub.anchor) ?? null;
  const link = document.createElement("a");
  link.href = part?.url ?? found.url;
  link.textContent = part && part.title !== found.meta.title ? `${found.meta.title}: ${part.title}` : found.meta.title;
  const text = document.createElement("p");
  text.innerHTML = (part ?? found).excerpt.replace(HIDDEN, " "); // Pagefind has escaped all but its own <mark>
  if (!text.textContent.trim()) text.textContent = `${found.content.replace(HIDDEN, " ").slice(0, 160)} …`;
  made.append(link, text);
  return made;
}

async function search() {
  box.value = query;
  if (!query) return;
  status.textContent = "Searching …";
  try {
    const pagefind = await import(new URL(script.dataset.index, document.baseURI));
    const found = await pagefind.search(query);
    const shown = await Promise.all(found.results.slice(0, MOST).map((result) => result.data()));
    results.replaceChildren(...shown.map(item));
    const more = found.results.length > MOST ? `, the first ${MOST} of them shown` : "";
    status.textContent = `${found.results.length} ${found.results.length === 1 ? "page" : "pages"} found for “${query}”${more}`;
  } catch (error) {
    console.info("search", error);
    status.textContent = location.protocol === "file:"
      ? "The search works on a web server, not in files opened from disk; try the glossary or the index of sentences."
      : "The search could not be loaded; try the glossary or the index of sentences.";
  }
}

search();
