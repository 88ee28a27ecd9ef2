// Before the first paint, so that a stored light theme never flashes dark. Dark when nothing is stored, as in the app.
const show = (theme) => {
  document.documentElement.dataset.theme = theme === 'light' ? 'light' : 'dark'
  document.querySelector('meta[name="theme-color"]').content = theme === 'light' ? '#f7f9f9' : '#0c0f10'
}
try {
  show(localStorage.getItem('theme'))
} catch {}

// The choice of another tab.
addEventListener('storage', (event) => {
  if (event.key === 'theme') show(event.newValue)
})
