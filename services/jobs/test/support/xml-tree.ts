import { SaxesParser } from 'saxes'

export type Element = { name: string; attributes: Record<string, string>; text: string; children: Element[] }

/** The root element of a document, with the names as they are written. @throws where it is not well-formed, or a prefix is not declared */
export function xmlTree(document: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name, attributes: Object.fromEntries(values), text: '', children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(document).close()
  return root.children[0] as Element
}

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((one) => one.name === name) ?? []
/** Text of the only child of this name. */
export const textIn = (element: Element | undefined, name: string): string | undefined => {
  const [only, ...more] = childrenOf(element, name)
  return more.length > 0 ? undefined : only?.text
}
