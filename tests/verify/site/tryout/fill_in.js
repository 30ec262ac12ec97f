// Fills in the calculator of a page again and again, as a reader would, and returns what it shows each time.
async (inputs) => {
  const part = tryout.parts.find((one) => one.root.dataset.tryout === "score");
  const fields = [...part.form.querySelectorAll("[data-option]")];
  const plain = (element) => element.textContent.replaceAll("\uFE0E", "");
  const locus = (cell) => cell.querySelector("a")?.href.split("#")[1] ?? "";
  part.bound = async () => {}; // what cannot be picked is another test
  const results = [];
  for (const values of inputs) {
    const seen = {};
    for (const field of fields) {
      const option = field.dataset.option;
      const together = fields.filter((one) => one.name && one.name === field.name);
      if (field.type === "checkbox") {
        field.checked = option in values;
      } else if (field.type === "radio") {
        field.checked = option ? option in values : !together.some((one) => one.dataset.option in values);
      } else if (option === "--decision") {
        const wanted = (values[option] || "").split("\n");
        const known = [...field.options].map((one) => one.value);
        field.value = known.find((value) => value && wanted.includes(value)) || "";
      } else if (field.dataset.kind === "list") {
        seen[option] = (seen[option] ?? -1) + 1;
        field.value = (values[option] || "").split("\n")[seen[option]] ?? "";
      } else if (field.tagName === "SELECT") {
        field.value = values[option] ?? (option === "--rules" ? field.options[0].value : "");
      }
    }
    await part.go();
    const rows = [...part.root.querySelectorAll(".tryout-result tbody tr")].map((row) => {
      const cells = [...row.cells];
      return [...cells.slice(0, 4).map(plain), locus(cells[4])];
    });
    const error = part.status.querySelector(".tryout-error");
    results.push(error ? { error: plain(error) } : { rows });
  }
  return results;
};
