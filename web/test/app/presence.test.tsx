import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { jsdomStyleOf } from '../support/presence.ts'
import '../support/support.tsx'

const sheet = `
  .gone, .other { display: none; }
  .row { display: flex; }
  .row.column { display: block; }
  .unseen { visibility: hidden; }
  .unseen .seen { visibility: visible; }
  .list > :has(b) ~ * { display: none; }
  .dead { pointer-events: none !important; }
  p::before { display: none; }
  p svg, .none:not(.is, .all) { display: none; }
  @media print { .paper { display: none; } }
  @media screen { .glass { display: none; } }
`
const body = `
  <button class="gone">by a class</button>
  <button class="row column">twice</button>
  <button hidden>by its attribute</button>
  <button class="row" hidden>by its attribute, though a row</button>
  <button style="display: none">by its style</button>
  <div style="display: none"><button>by the style of its parent</button></div>
  <div class="unseen"><button>by the visibility of its parent</button><button class="seen">seen again</button></div>
  <div style="visibility: hidden"><p><button>by an inline visibility</button></p></div>
  <div class="list"><p><b>first</b></p><button>by its place</button></div>
  <dialog><button>in a closed dialog</button></dialog>
  <dialog open><button>in an open dialog</button></dialog>
  <div aria-hidden="true"><button>hidden from a reader</button></div>
  <button class="paper">not on paper</button>
  <button class="glass">not on glass</button>
  <div class="dead"><button>out of reach</button></div>
  <p><svg></svg><button class="none">by what it is not</button></p>
  <table hidden><tbody hidden><tr><td></td></tr></tbody></table>
  <input type="hidden"><input type="text"><details><summary>more</summary></details><template></template>
`
const names = () => screen.queryAllByRole('button', { hidden: false }).map(({ textContent }) => textContent)
const visible = ['twice', 'seen again', 'in an open dialog', 'not on paper', 'out of reach']

function draw() {
  document.body.innerHTML = body
  const style = document.createElement('style')
  style.textContent = sheet
  document.head.replaceChildren(style)
  return style
}

test('every element has the display, the visibility and the reach that jsdom finds by all rules', () => {
  draw()
  for (const element of document.querySelectorAll('*'))
    for (const name of ['display', 'visibility', 'pointer-events'])
      expect([element.outerHTML, name, getComputedStyle(element).getPropertyValue(name)]).toEqual([
        ...[element.outerHTML, name],
        jsdomStyleOf(element).getPropertyValue(name),
      ])
})

test('a button that is hidden, in any way, is found by nobody, and one out of reach is not pressed', async () => {
  const style = draw()
  expect(names()).toEqual(visible)
  await expect(userEvent.click(screen.getByText('out of reach'))).rejects.toThrow('pointer-events: none')
  style.sheet?.insertRule('.column { visibility: hidden; }')
  expect(names()).toEqual(visible.slice(1))
  style.textContent = ''
  expect(names()).toContain('by a class')
})
