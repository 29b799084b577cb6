// Suggestions: a field that names a list of suggestions becomes a combobox, which asks for them as one types.
(() => {
  'use strict';
  for (const field of document.querySelectorAll('input[data-suggest]')) {
    const list = document.createElement('ul');
    list.id = `${field.id}-suggestions`;
    list.className = 'suggestions';
    list.setAttribute('role', 'listbox');
    list.setAttribute('aria-label', field.labels[0]?.textContent ?? field.name);
    list.hidden = true;
    field.after(list);
    field.removeAttribute('list');
    for (const [name, value] of Object.entries({ role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list.id })) field.setAttribute(name, value);
    let timer;
    let request;

    const active = () => list.querySelector('[aria-selected="true"]');
    const show = (isShown) => {
      list.hidden = !isShown;
      field.setAttribute('aria-expanded', String(isShown));
      if (!isShown) field.removeAttribute('aria-activedescendant');
    };
    const close = () => {
      clearTimeout(timer);
      request?.abort();
      show(false);
    };
    const choose = (option) => {
      field.value = option.dataset.text;
      field.dispatchEvent(new Event('change', { bubbles: true }));
      close();
    };
    const move = (option) => {
      active()?.setAttribute('aria-selected', 'false');
      option.setAttribute('aria-selected', 'true');
      option.scrollIntoView({ block: 'nearest' });
      field.setAttribute('aria-activedescendant', option.id);
    };

    async function ask() {
      const text = field.value.trim();
      request?.abort();
      if (!text) return close();
      const mine = request = new AbortController();
      try {
        const answer = await fetch(`/clerk/suggestions/${field.dataset.suggest}?q=${encodeURIComponent(text)}`, { signal: mine.signal });
        const found = answer.ok ? await answer.json() : [];
        if (mine.signal.aborted || document.activeElement !== field) return;
        list.replaceChildren(...found.map(({ text, note }, index) => {
          const option = document.createElement('li');
          option.id = `${list.id}-${index}`;
          option.setAttribute('role', 'option');
          option.setAttribute('aria-selected', 'false');
          option.dataset.text = text;
          option.textContent = text;
          if (note) {
            const more = document.createElement('span');
            more.className = 'note';
            more.textContent = ` ${note}`;
            option.append(more);
          }
          option.addEventListener('click', () => choose(option));
          return option;
        }));
        field.removeAttribute('aria-activedescendant');
        show(found.length > 0);
      } catch {
        // The next letter asks again.
      }
    }

    field.addEventListener('input', () => {
      clearTimeout(timer);
      timer = setTimeout(ask, 100);
    });
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !list.hidden) {
        close();
      } else if (event.key === 'Enter' && !list.hidden && active()) {
        choose(active());
      } else if (event.key === 'ArrowDown' && list.hidden) {
        ask();
      } else if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && !list.hidden)) {
        const options = [...list.children];
        const step = event.key === 'ArrowDown' ? 1 : -1;
        const at = options.indexOf(active());
        move(options[at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length]);
      } else {
        return;
      }
      event.preventDefault();
    });
    // A press on an option must not take the focus from the field.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    field.addEventListener('blur', close);
  }
})();

// Files: a field for a file puts its text into the field for text that it names. Without this script, text is pasted.
(() => {
  'use strict';
  for (const field of document.querySelectorAll('input[data-fills]')) {
    field.parentElement.hidden = false;
    field.addEventListener('change', async () => {
      if (!field.files.length) return;
      const bytes = new Uint8Array(await field.files[0].arrayBuffer());
      let text;
      try {
        // A spreadsheet saves "Unicode Text" as UTF-16, and CSV in the code page of Windows.
        text = new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
      } catch {
        text = new TextDecoder('windows-1252').decode(bytes);
      }
      document.getElementById(field.dataset.fills).value = text;
    });
  }
})();

// Live updates: if a page names a stream of changes, reload its parts whenever something changes. Pages work without this script.
(() => {
  'use strict';
  const { live, address, updated } = document.body.dataset;
  document.querySelector('.faults')?.focus();
  // The parts as the service sent them, before this script changes them.
  const sent = new Map([...document.querySelectorAll('[data-part]')].map((part) => [part.dataset.part, part.outerHTML]));
  if (!live || !window.EventSource) return;
  const news = document.getElementById('news');
  let timer;
  let isBusy = false;

  async function refresh() {
    if (isBusy) return later();
    isBusy = true;
    try {
      const answer = await fetch(address, { headers: { Accept: 'text/html' }, cache: 'no-store', redirect: 'error' });
      if (!answer.ok) return;
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const told = [];
      for (const part of document.querySelectorAll('[data-part]')) {
        const next = fresh.querySelector(`[data-part="${part.dataset.part}"]`);
        if (!next || next.outerHTML === sent.get(part.dataset.part)) continue;
        sent.set(part.dataset.part, next.outerHTML);
        const active = part.contains(document.activeElement) && document.activeElement;
        const key = active && ['href', 'name'].find((it) => active.hasAttribute(it));
        const checked = [...part.querySelectorAll('input:checked')].map((box) => box.name);
        part.replaceWith(document.adoptNode(next));
        for (const name of checked) {
          const box = next.querySelector(`input[name="${CSS.escape(name)}"]`);
          if (box) box.checked = true;
        }
        document.dispatchEvent(new Event('replaced'));
        if (key) next.querySelector(`[${key}="${CSS.escape(active.getAttribute(key))}"]`)?.focus();
        if (next.dataset.news) told.push(next.dataset.news);
      }
      if (told.length) news.textContent = `${updated} ${told.join(' ')}`;
      // An untouched form applies to the state that the page now shows.
      for (const field of document.querySelectorAll('input[name="version"]')) {
        const form = field.form;
        const next = fresh.querySelector(`form[action="${form.getAttribute('action')}"] input[name="version"]`);
        if (next && !form.dataset.touched) field.value = next.value;
      }
    } catch {
      // The next change triggers another attempt.
    } finally {
      isBusy = false;
    }
  }

  function later() {
    clearTimeout(timer);
    timer = setTimeout(refresh, 200);
  }

  document.addEventListener('input', (event) => { if (event.target.form) event.target.form.dataset.touched = 'yes'; });
  new EventSource(live).addEventListener('changed', later);
})();

// Sorting: the headers of a list become buttons that sort the rows shown, up, down, and back to the order of the service.
(() => {
  'use strict';
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true });
  let by = { sign: 0 };
  function prepare() {
    const table = document.querySelector('table[data-sortable]');
    if (!table) return;
    table.classList.add('sortable');
    const headers = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows];
    const value = (row) => row.cells[by.column].dataset.sort ?? row.cells[by.column].textContent;
    const sort = () => {
      headers.forEach((header, column) => header.ariaSort = by.sign && column === by.column ? (by.sign > 0 ? 'ascending' : 'descending') : null);
      table.tBodies[0].append(...(by.sign ? [...rows].sort((a, b) => by.sign * collator.compare(value(a), value(b))) : rows));
    };
    headers.forEach((header, column) => {
      if (header.localName !== 'th') return;
      const button = document.createElement('button');
      Object.assign(button, { type: 'button', name: `sort-${column}`, className: 'link' });
      button.append(...header.childNodes);
      header.append(button);
      button.addEventListener('click', () => {
        by = { column, sign: by.column !== column || !by.sign ? 1 : by.sign > 0 ? -1 : 0 };
        sort();
      });
    });
    sort();
  }
  document.addEventListener('replaced', prepare);
  prepare();
})();
