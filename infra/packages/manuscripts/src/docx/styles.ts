import { readXml, type XmlSource } from '../archive/xml.ts'

/** Meaning of a style of paragraphs: a heading of a level, the book's title, or a line of the table of contents. */
export type StyleRole = { level: number } | 'title' | 'contents' | undefined

export type Styles = { roleOf: (style: string) => StyleRole; language: string | undefined }

type Style = { name: string; basedOn: string | undefined; level: number | undefined }

const maxAncestors = 20

/** The styles of a document. Word keeps the names of its own in English, whatever the language of its ids: `berschrift1` is `heading 1`. */
export async function readStyles(source: XmlSource | undefined): Promise<Styles> {
  const styles = new Map<string, Style>()
  let language: string | undefined
  let style: Style | undefined
  let isDefault = false
  if (source)
    await readXml(source, {
      open: (name, attributes) => {
        const value = attributes['w:val'] ?? ''
        if (name === 'w:docDefaults') isDefault = true
        else if (name === 'w:lang' && isDefault) language = attributes['w:val']
        else if (name === 'w:style') {
          style = { name: '', basedOn: undefined, level: undefined }
          styles.set(attributes['w:styleId'] ?? '', style)
        } else if (style && name === 'w:name') style.name = value.toLowerCase()
        else if (style && name === 'w:basedOn') style.basedOn = value
        else if (style && name === 'w:outlineLvl') style.level = outlineLevel(value)
      },
      text: () => {},
      close: (name) => {
        if (name === 'w:style') style = undefined
        else if (name === 'w:docDefaults') isDefault = false
      },
    })
  const roleOf = (id: string, ancestors = 0): StyleRole => {
    const found = styles.get(id)
    const role = roleOfName(found?.name ?? id.toLowerCase())
    if (role) return role
    if (found?.level !== undefined) return { level: found.level }
    return found?.basedOn !== undefined && ancestors < maxAncestors ? roleOf(found.basedOn, ancestors + 1) : undefined
  }
  return { roleOf: (id) => roleOf(id), language }
}

function roleOfName(name: string): StyleRole {
  if (name === 'title') return 'title'
  if (/^(?:toc ?\d|toc ?heading)$/.test(name)) return 'contents'
  const level = /^heading ?([1-9])$/.exec(name)?.[1]
  return level === undefined ? undefined : { level: Number(level) }
}

/** Counted from 1, undefined for that of body text, which is 9 in the file. */
export function outlineLevel(value: string): number | undefined {
  return /^[0-8]$/.test(value) ? Number(value) + 1 : undefined
}
