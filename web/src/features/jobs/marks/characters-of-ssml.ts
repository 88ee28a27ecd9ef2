/** A comment or a section without an end reaches to that of the text: no end is searched for twice. */
const token =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[([\s\S]*?)(?:\]\]>|$)|<(\/?)([\w:.-]+)((?:[^"'<>]|"[^"<]*"|'[^'<]*')*)>|([^<]+)/g
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|\w{1,8});/gi
/** Elements whose text is read as a whole. */
const isRead = /^(?:sub|phoneme|say-as|break)$/

/** The characters of a text in SSML without its elements, as jobs counts them, where it is one that jobs takes. */
export function charactersOfSsml(text: string): number {
  let characters = 0
  let isOpen = false
  let read: { name: string; attributes: string; shown: string } | undefined
  for (const [, data, slash, name, attributes = '', plain = ''] of text.matchAll(token)) {
    const isEmpty = attributes.endsWith('/')
    if (name === 'speak') isOpen = !slash && !isEmpty
    else if (name && !slash && !isEmpty && isRead.test(name)) read = { name, attributes, shown: '' }
    else if (read && slash && name === read.name) {
      characters += charactersOfElement(read)
      read = undefined
    } else if (!name) {
      const written = data ?? decoded(plain)
      if (read) read.shown += written
      else if (isOpen) characters += written.replace(/\s+/g, ' ').length
    }
  }
  return characters
}

/** A word that is spoken in place of another counts where it is longer. */
function charactersOfElement({ name, attributes, shown }: { name: string; attributes: string; shown: string }): number {
  if (name === 'break') return 0
  const [, , alias = ''] = (name === 'sub' && /\salias\s*=\s*(["'])([\s\S]*?)\1/.exec(attributes)) || []
  return Math.max(shown.replace(/\s+/g, ' ').trim().length, decoded(alias).trim().length)
}

const decoded = (text: string) =>
  text.replace(reference, (_, decimal, hexadecimal) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : '&'.charCodeAt(0)
    return String.fromCodePoint(Math.min(code, 0x10ffff))
  })
