// What pages do beside htmx; without it they still work.
(() => {
  "use strict";
  const root = document.documentElement;
  const all = (selector, within = document) => within.querySelectorAll(selector);

  // ---- after each load, and each part that htmx puts in
  function prepare(part) {
    for (const button of all("[data-copy], [data-dismiss], [data-join]", part)) button.hidden = false;
    for (const time of all("time[datetime]", part)) {
      const at = new Date(time.dateTime);
      if (!time.title && !isNaN(at)) {
        time.title = time.textContent;
        time.textContent = at.toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short" });
      }
    }
    for (const dialog of all("dialog[data-open]", part)) { // open already, but as a part of the page
      dialog.close();
      dialog.showModal();
    }
    const wrong = part.querySelector("[aria-invalid=true]") || part.querySelector("[data-focus]");
    if (wrong) wrong.focus();
  }

  function notice(id) {
    const box = document.getElementById(id).content.cloneNode(true);
    document.getElementById("notices").replaceChildren(box);
    prepare(document.getElementById("notices"));
  }

  // ---- copying
  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch { // not on https, or not allowed: chosen, for the reader to copy
      getSelection().selectAllChildren(source);
      return;
    }
    const label = button.querySelector("span"), before = label.textContent;
    if (before === button.dataset.copied) return;
    label.textContent = button.dataset.copied;
    setTimeout(() => { label.textContent = before; }, 2000);
    say(button.dataset.copied);
  }

  // For who does not see it change.
  function say(text) {
    const heard = document.createElement("p");
    heard.className = "unseen";
    heard.textContent = text;
    document.getElementById("notices").append(heard);
    setTimeout(() => heard.remove(), 4000);
  }

  // ---- theme: at once, and in the cookie that the server reads
  function dress(link) {
    const theme = link.dataset.themeChoice;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `commonplace-theme=${theme}; Max-Age=31536000; Path=/; SameSite=Lax${secure}`;
    root.dataset.theme = theme;
    for (const other of all("[data-theme-choice]")) {
      if (other === link) other.setAttribute("aria-current", "true");
      else other.removeAttribute("aria-current");
    }
  }

  document.addEventListener("click", (event) => {
    const on = (selector) => event.target.closest(selector);
    let found;
    if ((found = on("[data-copy]"))) copy(found);
    else if ((found = on("[data-dismiss]"))) found.parentElement.remove();
    else if ((found = on("[data-theme-choice]"))) {
      event.preventDefault();
      dress(found);
    } else if ((found = on("[commandfor]")) && !("commandForElement" in HTMLButtonElement.prototype)) {
      const dialog = document.getElementById(found.getAttribute("commandfor"));
      if (found.getAttribute("command") === "close") dialog.close();
      else dialog.showModal();
    }
  });

  // ---- a form that htmx does not send is sent once
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("hx-post") || form.hasAttribute("hx-get") || form.dataset.again !== undefined) return;
    if (form.ariaBusy === "true") event.preventDefault();
    form.ariaBusy = "true";
  });
  addEventListener("pageshow", () => { for (const form of all("form[aria-busy]")) form.ariaBusy = null; });

  // ---- htmx
  document.addEventListener("htmx:beforeSwap", (event) => {
    const kind = event.detail.xhr.getResponseHeader("content-type") || "";
    if (kind.startsWith("text/html")) return;
    event.detail.shouldSwap = false; // the API's own error: no page
    notice("failed");
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, () => notice("failed"));
  document.addEventListener("htmx:afterSettle", (event) => {
    const part = event.detail.elt;
    if (!part.isConnected) return;
    prepare(part);
    // What had the focus may be gone: who reads by keyboard goes on where the page begins.
    if (part.id === "main" && document.activeElement === document.body) part.focus({ preventScroll: true });
  });

  // ---- what was done is said once: a reload says nothing
  function said() {
    const address = new URL(location);
    if (!address.searchParams.has("done")) return;
    address.searchParams.delete("done");
    address.searchParams.delete("count");
    history.replaceState(history.state, "", address);
  }
  document.addEventListener("htmx:pushedIntoHistory", said);

  // On a narrow screen the pages' list scrolls: where one is should be in sight.
  const current = document.querySelector(".pages [aria-current]");
  if (current) current.scrollIntoView({ block: "nearest", inline: "center" });

  prepare(document);
  said();
})();
