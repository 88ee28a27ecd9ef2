import { childrenOf, type Node, nameOf, parse } from '../../src/source/syntax.ts'

/** Names and units that are the same in every language. */
const sameEverywhere =
  /\b(Utter|OpenAI|ElevenLabs|Stripe|TypeScript|JavaScript|Python|Prometheus|WebVTT|SubRip|Bearer|Authorization|Content|Type|JSON|POST|GET|PUT|PATCH|DELETE|UTC|API|URL|ID|CSV|PDF|EPUB|WAV|HTTP|USD|kHz|kbps|kB|MB|ms|mp3|m4b|zip)\b/g

/** Attributes whose text nobody reads. */
const technicalAttribute =
  /^(className|id|to|href|type|role|as|key|autoComplete|rel|target|d|viewBox|fill|stroke\w*|inputMode|data-.*|side|look|align|htmlFor|form|src|method|action|accept|pattern|value|defaultValue|lang|dir|enterKeyHint|aria-(labelledby|describedby|controls|live|haspopup|current))$/
/** Elements whose text is code. */
const elementOfCode = /^(code|kbd|pre|samp|Mono)$/
/** Functions whose text is translated, or is read by a program alone. */
const callWithoutText =
  /^(t|msg|counted|Error|TypeError|DOMException|URL|RegExp|Set|querySelector(All)?|closest|matches|getElementById|test|join|split|(starts|ends)With|includes|replace(All)?|matchMedia|createElement|[sg]etAttribute|(add|remove)EventListener)$/

/**
 * Texts of a file that are on a screen in English alone, as far as their place and their words tell: text between tags, and two words, or one
 * that begins with a capital, elsewhere.
 */
export function looseTextsIn(source: string, file: string): string[] {
  const found: string[] = []
  const keep = (text: string, isShown = false) => {
    if (isShown ? isReadable(text) : isSentence(text)) found.push(text.replace(/\s+/g, ' ').trim())
  }
  const visit = (node: Node, parent?: Node) => {
    if (isWithoutText(node, parent)) return
    if (node.type === 'JSXText') keep(String(node.value), true)
    else if (node.type === 'Literal' && typeof node.value === 'string') keep(node.value)
    else if (node.type === 'TemplateLiteral') keep(cooked(node))
    for (const child of childrenToRead(node)) visit(child, node)
  }
  visit(parse(source, file))
  return found
}

function childrenToRead(node: Node): Node[] {
  const isCall = /^(Call|New)Expression$/.test(node.type) && callWithoutText.test(nameOf(node.callee))
  if (isCall)
    return childrenOf(node).filter(({ type }) => !/^(Literal|TemplateLiteral|ConditionalExpression)$/.test(type))
  if (node.type === 'JSXElement' && elementOfCode.test(nameOf((node.openingElement as Node).name)))
    return [node.openingElement as Node]
  return childrenOf(node)
}

function isWithoutText(node: Node, parent: Node | undefined): boolean {
  if (/^(Import|ExportAll)/.test(node.type) || node.type === 'TaggedTemplateExpression') return true
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return true
  if (parent?.type === 'JSXOpeningElement' && node.type === 'JSXAttribute')
    return technicalAttribute.test(nameOf(node.name)) || (nameOf(parent.name) === 'Trans' && nameOf(node.name) === 'id')
  // Words that the palette's search knows besides, and names of keys.
  if (node.type === 'Property' && /^(words|keys)$/.test(nameOf(node.key))) return true
  if (node.type !== 'Literal' || !parent) return false
  // Operands of comparisons, keys and directives.
  if (parent.type === 'BinaryExpression') return /^(===|!==|in)$/.test(String(parent.operator))
  if (parent.type === 'SwitchCase') return parent.test === node
  if (parent.type === 'Property') return parent.key === node
  return parent.type === 'MemberExpression' || parent.type === 'ExpressionStatement'
}

const cooked = (node: Node) =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')

const plain = (text: string) =>
  text
    .replace(/\{\w*\}/g, '')
    .replace(sameEverywhere, '')
    .trim()
const isReadable = (text: string) => /\p{L}{2,}/u.test(plain(text))
/** Not the value of a style, a selector, a MIME type or a list of ids. */
function isSentence(text: string): boolean {
  const words = plain(text)
  if (/^[a-z-]+: |[{}=<>]|^\(|var\(|\bfr\b|\dpx|^[a-z]+( [a-z-]+)?$|^[\d.]+(s|ms|px|%)/.test(words)) return false
  // A word before values too: `Chapter ${number}`.
  return /\p{L}{2,}[,.:;’”)]? [\p{L}“‘(]/u.test(words) || /^\p{Lu}\p{Ll}{2,}[\s.…:!?]*$/u.test(words)
}
