/** Name of the running build: its entry script carries a hash of everything that it loads. */
export const build = (): string => {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
  return entry ? (new URL(entry).pathname.split('/').pop() ?? 'unknown') : 'unknown'
}
