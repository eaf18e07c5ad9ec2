// What pages do beside htmx; without it they still work.
(() => {
  "use strict";
  const root = document.documentElement;
  const all = (selector, within = document) => within.querySelectorAll(selector);

  // ---- after each load, and each part that htmx puts in
  function prepare(part) {
    for (const button of all("[data-copy], [data-dismiss]", part)) button.hidden = false;
    for (const time of all("time[datetime]", part)) {
      const at = new Date(time.dateTime);
      if (!time.title && !isNaN(at)) {
        time.title = time.textContent;
        time.textContent = at.toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short" });
      }
    }
    for (const dialog of all("dialog[data-open]", part)) { // open already, but as a part of the page
      dialog.close();
      dialog.previousElementSibling?.focus(); // where the focus comes back to
      dialog.showModal();
      dialog.removeAttribute("data-open"); // once
    }
    const wrong = part.querySelector("[aria-invalid=true]") || part.querySelector("[data-focus]");
    if (wrong) wrong.focus();
    for (const one of all("[data-focus]", part)) one.removeAttribute("data-focus"); // once
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

  // ---- downloading what comes in pages, as one document: head, a record a line, end
  const BEGIN = '"records":[\n', END = '\n],"next_cursor":';
  async function join(form) {
    const shown = form.querySelector(".progress"), bar = shown.querySelector("progress");
    const tell = (text, values = {}) => {
      shown.querySelector("span").textContent = text.replace(/\{(\w+)\}/g, (_, name) => values[name].toLocaleString(root.lang));
    };
    const stopped = new AbortController(), stop = shown.querySelector("[data-stop]"), body = new FormData(form);
    form.ariaBusy = "true";
    stop.onclick = () => stopped.abort();
    shown.hidden = bar.hidden = stop.hidden = false;
    const parts = [];
    let records = 0, page = 0;
    try {
      for (let cursor = ""; cursor !== null; ) {
        tell(shown.dataset.working, { page: ++page, records });
        body.set("cursor", cursor);
        const text = await nextPage(form.action, new URLSearchParams(body), stopped.signal);
        const begin = text.indexOf(BEGIN) + BEGIN.length, end = text.lastIndexOf(END), told = JSON.parse(text);
        if (page === 1) {
          const { page: _, records: __, next_cursor: ___, ...about } = told;
          parts.push(`${JSON.stringify(about).slice(0, -1)},${BEGIN}`);
        }
        if (told.records.length) parts.push(records ? ",\n" : "", text.slice(begin, end));
        records += told.records.length;
        cursor = told.next_cursor;
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([...parts, "\n]}\n"], { type: "application/json" }));
      link.download = form.dataset.join;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      tell(shown.dataset.ready, { records });
    } catch (error) {
      tell(error.name === "AbortError" ? shown.dataset.stopped : shown.dataset.failed);
    }
    form.ariaBusy = null;
    bar.hidden = stop.hidden = true;
  }

  async function nextPage(address, body, signal) {
    for (let tried = 1; ; tried++) {
      const answer = await fetch(address, { method: "POST", body, signal });
      if (answer.redirected) location.reload(); // signed out meanwhile
      if (answer.ok && !answer.redirected) return answer.text();
      if (answer.status < 500 || tried === 3) throw new Error(answer.status);
      await new Promise((done) => setTimeout(done, 1000 * tried));
    }
  }

  // ---- a form that htmx does not send is sent once
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.join) {
      event.preventDefault();
      if (form.ariaBusy !== "true") join(form);
      return;
    }
    if (form.hasAttribute("hx-post") || form.hasAttribute("hx-get") || form.dataset.again !== undefined) return;
    if (form.ariaBusy === "true") event.preventDefault();
    form.ariaBusy = "true";
  });
  addEventListener("pageshow", () => { for (const form of all("form[aria-busy]")) form.ariaBusy = null; });

  // ---- htmx
  document.addEventListener("htmx:configRequest", (event) => { // filters that say nothing stay out of the address
    const { verb, formData } = event.detail;
    if (verb !== "get") return;
    for (const [name, value] of [...formData.entries()]) if (value === "") formData.delete(name);
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const kind = event.detail.xhr.getResponseHeader("content-type") || "";
    if ((event.detail.xhr.getResponseHeader("hx-reswap") || "").startsWith("afterbegin")) {
      for (const dialog of all("dialog[open]")) dialog.close(); // what is said above the page would be behind it
    }
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
