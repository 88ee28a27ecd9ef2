// Runs before the first paint, so that a stored light theme never flashes dark. Dark when nothing is stored.
try {
  if (localStorage.getItem('theme') === 'light') {
    document.documentElement.dataset.theme = 'light'
    document.querySelector('meta[name="theme-color"]').content = '#f7f9f9'
  }
} catch {}
