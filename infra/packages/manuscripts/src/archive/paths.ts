/** The path in the archive that an address in one of its files leads to, with the place in that file; undefined for one outside. */
export function resolveAddress(address: string, from: string): { path: string; place: string } | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address)) return undefined
  const [written = '', place = ''] = address.split('#', 2)
  const folders = written.startsWith('/') ? [] : from.split('/').slice(0, -1)
  if (written === '') return { path: from, place: decoded(place) }
  for (const part of decoded(written.split('?', 1)[0] ?? '').split('/')) {
    if (part === '..') folders.pop()
    else if (part !== '.' && part !== '') folders.push(part)
  }
  return { path: folders.join('/'), place: decoded(place) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
