/** A written form, and the form that is spoken in its place. */
export type SpokenForm = { from: string; to: string; caseSensitive: boolean; wholeWord: boolean }

/** A tree of written forms, letter by letter, in arrays: with objects 500 long forms take ten times as long. Node 0 is the root, and no branch. */
type Tree = { code: Uint16Array; branch: Int32Array; sibling: Int32Array; forms: (SpokenForm[] | undefined)[] }

const word = /[\p{L}\p{N}\p{M}_]/u
/** Letters of scripts that leave no space between words: a border cannot be told. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * A text with each written form in its spoken form, in one pass from its beginning: the longest form at a place wins, of two as long the case-sensitive
 * one, and what was put in is not looked at again.
 * @param maxLength of the result in characters: a replacement past it is left out
 * @returns the text itself where nothing was replaced
 */
export function pronounced(text: string, forms: SpokenForm[], maxLength: number): string {
  if (forms.length === 0) return text
  const written = text.normalize('NFC')
  const folded = fold(written)
  const tree = treeOf(forms)
  const letters = Uint16Array.from({ length: folded.length }, (_, place) => folded.charCodeAt(place))
  const parts: string[] = []
  let [copied, room] = [0, maxLength - written.length]
  for (let at = 0; at < written.length; ) {
    const form = longestAt(tree, letters, { written, at })
    const growth = form && form.to.length - form.from.length
    if (!form || growth === undefined || growth > room) {
      at++
      continue
    }
    parts.push(written.slice(copied, at), form.to)
    room -= growth
    at += form.from.length
    copied = at
  }
  return parts.length === 0 ? text : parts.join('') + written.slice(copied)
}

/** Small letters, each as long as before, so that places in both texts are the same. */
const fold = (text: string): string => {
  let folded = ''
  for (const letter of text) {
    const small = letter.toLowerCase()
    folded += small.length !== letter.length ? letter : small === 'ς' ? 'σ' : small
  }
  return folded
}

type Place = { written: string; at: number }

function longestAt(tree: Tree, letters: Uint16Array, place: Place): SpokenForm | undefined {
  let found: SpokenForm | undefined
  let node = 0
  for (let end = place.at; end < letters.length; ) {
    node = branchOf(tree, node, letters[end++] ?? 0)
    if (node === 0) break
    const forms = tree.forms[node]
    if (forms) found = forms.find((form) => applies(form, place, end)) ?? found
  }
  return found
}

/** @returns 0 where there is none */
function branchOf({ code, branch, sibling }: Tree, node: number, letter: number): number {
  let at = branch[node] ?? 0
  while (at !== 0 && code[at] !== letter) at = sibling[at] ?? 0
  return at
}

function applies({ from, caseSensitive, wholeWord }: SpokenForm, { written, at }: Place, end: number): boolean {
  if (caseSensitive && !written.startsWith(from, at)) return false
  if (!wholeWord) return true
  return isBorder(before(written, at), after(written, at)) && isBorder(before(written, end), after(written, end))
}

/** Between two characters of words there is none. */
const isBorder = (left: string, right: string): boolean =>
  !word.test(left) || !word.test(right) || (unspaced.test(left) && unspaced.test(right))

const after = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32)

/** The whole character that ends here: the second half of a pair belongs to the first. */
function before(text: string, at: number): string {
  if (at === 0) return ' '
  const pair = at > 1 ? (text.codePointAt(at - 2) ?? 0) : 0
  return pair > 0xffff ? String.fromCodePoint(pair) : text.charAt(at - 1)
}

function treeOf(forms: SpokenForm[]): Tree {
  const normal = forms.map((form) => ({ ...form, from: form.from.normalize('NFC') }))
  const size = 1 + normal.reduce((sum, { from }) => sum + from.length, 0)
  const arrays = { code: new Uint16Array(size), branch: new Int32Array(size), sibling: new Int32Array(size) }
  const tree: Tree = { ...arrays, forms: new Array(size).fill(undefined) }
  let nodes = 1
  for (const form of normal) {
    const key = fold(form.from)
    let node = 0
    for (let place = 0; place < key.length; place++) {
      const letter = key.charCodeAt(place)
      const there = branchOf(tree, node, letter)
      const next = there === 0 ? nodes++ : there
      if (there === 0) {
        tree.code[next] = letter
        tree.sibling[next] = tree.branch[node] ?? 0
        tree.branch[node] = next
      }
      node = next
    }
    const others = tree.forms[node] ?? []
    // Strict forms first: one that ignores case would hide them.
    tree.forms[node] = form.caseSensitive ? [form, ...others] : [...others, form]
  }
  return tree
}
