/** The properties that decide whether an element is there for a person and for a pointer, with what they are without any rule. */
const initial = { visibility: 'visible', 'pointer-events': 'auto' } as const
const asked = ['display', 'visibility', 'pointer-events'] as const
type Asked = (typeof asked)[number]

interface Rule {
  selector: string
  property: Asked
  value: string
  isConditional: boolean
}

/** jsdom's own, which applies each rule of each sheet to an element, and forgets all of it with the next change of the document. */
export const jsdomStyleOf = window.getComputedStyle.bind(window)

let changes = 0
for (const name of ['insertRule', 'deleteRule', 'replaceSync'] as const) {
  const own = CSSStyleSheet.prototype[name] as ((...args: unknown[]) => unknown) | undefined
  if (!own) continue
  Object.assign(CSSStyleSheet.prototype, {
    [name](this: CSSStyleSheet, ...args: unknown[]) {
      changes += 1
      return own.apply(this, args)
    },
  })
}

const isStyle = (rule: CSSRule): rule is CSSStyleRule => 'selectorText' in rule
/** A container's rules are left out, as in jsdom: nothing has a size there. */
const isMedia = (rule: CSSRule): rule is CSSMediaRule => rule.constructor.name === 'CSSMediaRule'

/** The class or the tag without which an element is none that the selector's last part means. */
const keyOf = (selector: string) => {
  const [last = ''] = selector
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\((?:[^()]|\([^()]*\))*\)/g, '')
    .trim()
    .split(/[\s>+~]+/)
    .slice(-1)
  return /\.[\w-]+/.exec(last)?.[0] ?? /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() ?? '*'
}

const read = new WeakMap<CSSStyleRule, Rule[]>()
function rulesOf(rule: CSSStyleRule, isConditional: boolean): Rule[] {
  const known = read.get(rule)
  if (known) return known
  // The look of a pseudo-element decides nothing about its element.
  const selectors = rule.selectorText.split(/,(?![^(]*\))/).filter((one) => !one.includes('::'))
  const rules = asked.flatMap((property) => {
    const value = rule.style.getPropertyValue(property)
    return value ? selectors.map((selector) => ({ selector, property, value, isConditional })) : []
  })
  read.set(rule, rules)
  return rules
}

let sheets: CSSStyleSheet[] = []
let seenChanges = -1
let index = new Map<string, Rule[]>()
function currentIndex(): Map<string, Rule[]> {
  const present = [...document.styleSheets]
  if (seenChanges === changes && present.length === sheets.length && present.every((sheet, at) => sheet === sheets[at]))
    return index
  ;[sheets, seenChanges, index] = [present, changes, new Map()]
  const add = (list: CSSRuleList, isConditional: boolean) => {
    for (const rule of list) {
      if (isMedia(rule)) add(rule.cssRules, true)
      else if (isStyle(rule))
        for (const one of rulesOf(rule, isConditional)) {
          const key = `${one.property} ${keyOf(one.selector)}`
          index.set(key, [...(index.get(key) ?? []), one])
        }
    }
  }
  for (const sheet of sheets) add(sheet.cssRules, false)
  return index
}

const plain = document.implementation.createHTMLDocument()
const displays = new Map<string, string>()
/** An element's display by its name alone. */
function displayOf({ namespaceURI, localName }: Element): string {
  const name = `${namespaceURI} ${localName}`
  const display = displays.get(name) ?? jsdomStyleOf(plain.createElementNS(namespaceURI, localName)).display
  displays.set(name, display)
  return display
}

/** Attributes and places by which a browser's own rules tell elements of one name apart. */
const isSpecial = (element: Element) =>
  element.hasAttribute('hidden') ||
  element.hasAttribute('popover') ||
  /^(dialog|summary|noscript)$/.test(element.localName) ||
  (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden')

/** The value of the one property. Where rules disagree, depend on a medium or meet an attribute, jsdom decides. */
function presenceOf(element: Element, property: Asked): string {
  const rules = currentIndex()
  for (let at: Element | null = element; at; at = at.parentElement) {
    const present = at
    const own = () => jsdomStyleOf(present).getPropertyValue(property)
    if (isSpecial(present) || present.getAttribute('style')?.includes(property)) return own()
    const keys = [...present.classList].map((name) => `.${name}`)
    const met = [...keys, present.localName.toLowerCase(), '*'].flatMap((key) =>
      (rules.get(`${property} ${key}`) ?? []).filter(({ selector }) => present.matches(selector)),
    )
    const [first] = met
    if (first) {
      const isSure = met.every(({ value, isConditional }) => value === first.value && !isConditional)
      return isSure && !/^(inherit|initial|unset|revert)/.test(first.value) ? first.value : own()
    }
    if (property === 'display') return displayOf(present)
  }
  return property === 'display' ? '' : initial[property]
}

const inCss = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const isAsked = (name: string): name is Asked => (asked as readonly string[]).includes(name)

/** As a browser's, it is of the moment when it is read. */
function styleOf(element: Element, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return jsdomStyleOf(element, pseudo)
  const own = () => jsdomStyleOf(element)
  const getPropertyValue = (name: string) => (isAsked(name) ? presenceOf(element, name) : own().getPropertyValue(name))
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'getPropertyValue') return getPropertyValue
      if (typeof name === 'string' && isAsked(inCss(name))) return getPropertyValue(inCss(name))
      const style = own()
      const value = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value
    },
  })
}

/**
 * Answers what is asked thousands of times, whether each element is displayed, visible and reached by a pointer, without jsdom's
 * cascade of all rules over all properties, which took a third of the time of these tests. It leaves the rest to jsdom.
 */
export function answerPresence(): void {
  for (const view of new Set([globalThis, window, document.defaultView])) if (view) view.getComputedStyle = styleOf
}
