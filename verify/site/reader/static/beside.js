// Fills the panels beside sentences with what is elsewhere on the page, once, when it is wanted; and folds the checks
// out of the running text. Without this script the panels link there instead, and the checks stay in the text.
const root = document.documentElement;
const KEY = "reader-checks";

function fill(part) {
  const source = document.getElementById(part.dataset.from);
  if (!source) return;
  const copy = source.cloneNode(true);
  copy.removeAttribute("id");
  for (const inner of copy.querySelectorAll("[id]")) inner.removeAttribute("id");
  for (const button of copy.querySelectorAll(".copybtn, .verify-verdict")) button.remove();
  part.lastElementChild.replaceWith(copy);
  delete part.dataset.from;
}

// A panel that opens shows its first piece of code and its first example at once.
document.addEventListener("beforetoggle", (event) => {
  if (event.newState !== "open" || !event.target.matches?.(".beside")) return;
  for (const part of event.target.querySelectorAll("details[data-from]")) fill(part);
}, true);

const box = document.querySelector(".reader-tools input");
if (box) {
  const show = (all) => {
    root.classList.toggle("reader-folded", !all);
    root.classList.toggle("reader-apparatus", all);
  };
  box.addEventListener("change", () => {
    show(box.checked);
    try {
      localStorage.setItem(KEY, box.checked ? "shown" : "folded");
    } catch { /* not remembered */ }
  });
  box.checked = !root.classList.contains("reader-folded");
}

// An address inside a folded check unfolds it.
function reveal() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const check = target && target.closest(".verify-example, .verify-setup, .verify-details, .reader-code");
  if (!check || check.offsetParent) return;
  for (let at = check; at; at = at.parentElement) at.classList.add("reader-shown");
  for (let at = target; at !== check; at = at.parentElement) at.open = true;
  target.scrollIntoView({ behavior: "instant" });
}
addEventListener("hashchange", reveal);
reveal();
