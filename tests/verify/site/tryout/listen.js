// Keeps what the page asks Python in window.asked, and the last answer in window.last; takes the pauses out.
() => {
  tryout.Engine.haste = 0.001;
  tryout.Engine.prototype.alive = () => {}; // with so much haste the first sign of life would come too late
  const again = "asked" in window;
  window.asked = [];
  window.last = null;
  if (again) return;
  const ask = tryout.Engine.prototype.ask;
  tryout.Engine.prototype.ask = async function (request) {
    asked.push(request);
    window.last = await ask.call(this, request);
    return last;
  };
};
