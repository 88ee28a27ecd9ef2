import { childrenOf, isNode, type Node, parse } from '../../mutants/syntax.ts'

/** A text of the interface that is not written through `t`, `msg`, `Trans` or `counted`. */
export interface LooseText {
  node: Node
  text: string
  kind: 'jsx' | 'attribute' | 'literal' | 'template'
  /** From the file down to the node's own parent. */
  above: Node[]
}

/** Names that are the same in every language. */
const sameEverywhere =
  /\b(Utter|OpenAI|ElevenLabs|Stripe|GitHub|TypeScript|JavaScript|Python|Node|Prometheus|WebVTT|SubRip|Bearer|Authorization|Content|Type|Idempotency|Key|JSON|POST|GET|PUT|PATCH|DELETE|SHA|UTC|API|URL|ID|CSV|PDF|EPUB|WAV|HTTP|USD|kHz|kbps|kB|MB|ms|mp3|m4b|zip|px)\b/g

/** Whether a person would read it as words: two of them, or one that begins with a capital. */
function hasWords(text: string, isShown: boolean): boolean {
  const rest = text.replace(/\{\w*\}/g, '').replace(sameEverywhere, '').trim()
  if (isShown) return /\p{L}{2,}/u.test(rest)
  if (/^[a-z-]+: |[{};=<>]|^\(|var\(|\bfr\b|\dpx|^[a-z]+( [a-z-]+)?$|^[\d.]+(s|ms|px|%)/.test(rest)) return false
  return /\p{L}{2,}[,.:;’”)]? [\p{L}“‘(]/u.test(rest) || /^\p{Lu}\p{Ll}{2,}[.…:!?]*$/u.test(rest)
}

/** Attributes whose text nobody reads. */
const technical =
  /^(className|id|to|href|type|role|as|key|autoComplete|rel|target|width|height|d|viewBox|fill|stroke\w*|inputMode|data-.*|side|look|align|htmlFor|form|src|method|action|accept|pattern|value|defaultValue|lang|dir|enterKeyHint|aria-(labelledby|describedby|controls|live|haspopup|current))$/
/** Elements whose text is code. */
const ofCode = /^(code|kbd|pre|samp|style|script|Mono|Code|CodeText|Kbd)$/
/** Functions whose texts are translated already, or are no text. */
const known = /^(t|msg|counted|Error|TypeError|URL|URLSearchParams|RegExp|Set|querySelector|querySelectorAll|closest|matches|getElementById|test|join|split|startsWith|endsWith|includes|replace|replaceAll|Intl\.\w+|matchMedia|createElement|setAttribute|getAttribute|parse|z\.\w+|css|styled|addEventListener|removeEventListener|lazyView)$/

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'MemberExpression') return nameOf(node.property)
  return String((node as { name?: unknown }).name ?? '')
}

const isType = ({ type }: Node) =>
  type.startsWith('TS') && !/^TS(As|Satisfies|NonNull|Instantiation)Expression$/.test(type)

const cooked = (node: Node) =>
  (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('{}')

/** Texts of a file that are on a screen in English alone, by what their place and their words tell. */
export function looseTextsIn(source: string, file: string): LooseText[] {
  const found: LooseText[] = []
  const visit = (node: Node, above: Node[]) => {
    const parent = above.at(-1)
    if (/^(Import|ExportAll)/.test(node.type) || node.type === 'TaggedTemplateExpression' || isType(node)) return
    if (/^(Call|New)Expression$/.test(node.type) && known.test(nameOf(node.callee))) {
      const isTranslation = /^(t|msg|counted)$/.test(nameOf(node.callee))
      for (const one of (node.arguments as Node[]).slice(isTranslation ? 0 : 0)) {
        const isText = one.type === 'Literal' || one.type === 'TemplateLiteral' || (isTranslation && one.type === 'ConditionalExpression')
        if (!isText) visit(one, [...above, node])
      }
      visit(node.callee as Node, [...above, node])
      return
    }
    if (node.type === 'JSXElement') {
      const name = nameOf((node.openingElement as Node).name)
      visit(node.openingElement as Node, [...above, node])
      if (!ofCode.test(name)) for (const child of node.children as Node[]) visit(child, [...above, node])
      return
    }
    if (node.type === 'JSXAttribute') {
      const element = nameOf((above.at(-1) as Node).name)
      const name = String((node.name as { name?: unknown }).name ?? '')
      if (technical.test(name) || (element === 'Trans' && name === 'id')) {
        const value = node.value
        if (isNode(value) && value.type !== 'Literal') visitInside(value, [...above, node])
        return
      }
      const value = node.value
      if (isNode(value) && value.type === 'Literal') {
        if (typeof value.value === 'string' && hasWords(value.value, false))
          found.push({ node: value, text: value.value, kind: 'attribute', above: [...above, node] })
        return
      }
    }
    if (node.type === 'JSXText') {
      if (hasWords(String(node.value), true)) found.push({ node, text: String(node.value), kind: 'jsx', above })
      return
    }
    if (node.type === 'Literal' && typeof node.value === 'string') {
      if (!isNoText(node, parent) && hasWords(node.value, false)) found.push({ node, text: node.value, kind: 'literal', above })
      return
    }
    if (node.type === 'TemplateLiteral') {
      if (hasWords(cooked(node), false)) found.push({ node, text: cooked(node), kind: 'template', above })
      for (const one of node.expressions as Node[]) visit(one, [...above, node])
      return
    }
    for (const child of childrenOf(node)) visit(child, [...above, node])
  }
  const visitInside = (node: Node, above: Node[]) => {
    for (const child of childrenOf(node)) if (child.type !== 'Literal') visit(child, [...above, node])
  }
  visit(parse(source, file), [])
  return found
}

/** Operands of comparisons, keys and indexes. */
function isNoText(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false
  if (parent.type === 'BinaryExpression') return /^(===|!==|in)$/.test(String(parent.operator))
  if (parent.type === 'SwitchCase') return parent.test === node
  if (parent.type === 'Property') return parent.key === node
  return parent.type === 'MemberExpression' || parent.type === 'ExpressionStatement'
}
