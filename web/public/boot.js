// Runs before the first paint, so that a stored light theme never flashes dark. Dark when nothing is stored.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light'
    document.querySelector('meta[name="theme-color"]').content = '#f7f9f9'
  }
} catch {}

// Without its entry script, or one that it imports at once, there is no app that could say so.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || !root || root.childElementCount > 0) return
    const page = document.createElement('main')
    const reload = document.createElement('button')
    page.append(Object.assign(document.createElement('h1'), { textContent: 'Utter could not be loaded' }))
    page.append(Object.assign(document.createElement('p'), { textContent: 'Loading the page again usually helps.' }))
    page.append(Object.assign(reload, { textContent: 'Reload', onclick: () => location.reload() }))
    root.replaceChildren(page)
  },
  true,
)
