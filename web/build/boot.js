/* global titles, languages, languageKey -- build/inline-start.ts puts them into the page. */

// Runs before the first paint, so that a stored light theme never flashes dark. Dark when nothing is stored.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light'
    document.querySelector('meta[name="theme-color"]').content = '#f7f9f9'
  }
} catch {}

// The language of the interface: the person's choice, else the first of the browser's that there is.
let language
try {
  language = localStorage.getItem(languageKey)
} catch {}
const isKnown = (one) => languages.includes(one)
if (!isKnown(language)) language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isKnown) ?? 'en'
document.documentElement.lang = language

// The token of a mailed link leaves the address before anything could report, keep or send it on: the app takes it from here.
function takeToken(path, parameter, name) {
  const query = new URLSearchParams(location.search)
  const token = query.get(parameter)
  if (location.pathname !== path || token === null) return
  query.delete(parameter)
  history.replaceState(history.state, '', `${path}${String(query) && `?${query}`}${location.hash}`)
  Object.defineProperty(window, name, { value: token, configurable: true })
}
takeToken('/login', 'reset', 'resetToken')
takeToken('/verify-email', 'token', 'emailToken')

// The title of the screen, for eyes alone: the app's code is still on its way, and draws the real one at the same place.
function paintTitle(root) {
  const screen = titles[location.pathname]
  // Titles are in the page in English alone.
  if (!screen || language !== 'en') return
  const frame = document.createElement('div')
  const head = document.createElement('div')
  frame.className = 'first-paint'
  frame.ariaHidden = 'true'
  const kept = /(?:^|; )sidebar_state=(\w+)/.exec(document.cookie)?.[1]
  frame.toggleAttribute('data-collapsed', kept ? kept === 'false' : matchMedia('(max-width: 1023px)').matches)
  frame.toggleAttribute('data-centred', ['/login', '/signup', '/verify-email'].includes(location.pathname))
  head.append(Object.assign(document.createElement('b'), { textContent: screen.title }))
  head.append(Object.assign(document.createElement('p'), { textContent: screen.subtitle ?? '' }))
  frame.append(head)
  root.append(frame)
}
new MutationObserver((_, observer) => {
  const root = document.getElementById('root')
  if (!root) return
  observer.disconnect()
  paintTitle(root)
}).observe(document, { childList: true, subtree: true })

// Replaces the page when its entry script, or one that it imports at once, fails to load: no app is there to report it.
addEventListener(
  'error',
  ({ target }) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || !root || root.querySelector(':scope > :not(.first-paint)')) return
    const page = document.createElement('main')
    const reload = document.createElement('button')
    page.append(Object.assign(document.createElement('h1'), { textContent: 'Utter could not be loaded' }))
    page.append(Object.assign(document.createElement('p'), { textContent: 'Loading the page again usually helps.' }))
    page.append(Object.assign(reload, { textContent: 'Reload', onclick: () => location.reload() }))
    root.replaceChildren(page)
  },
  true,
)
