import type { Customer } from '@utter/testing/customers/customer'
import { phone, useScreens } from '@utter/testing/customers/screens'
import { expect, test } from 'vitest'
import { axeFindings } from './axe.ts'
import type { ScreenState, Who } from './screen-state.ts'
import { markMainActions, overflowOf, showTheme, smallTargets } from './targets.ts'

const themes = ['dark', 'light'] as const

/**
 * Tests that each of these states can be seen, reached and read by everyone. A state with two widths has a theme at each, every second
 * one the other way around, since a colour depends on the theme alone.
 */
export function testAccessible(states: ScreenState[], customers: Record<Who, Customer | undefined>): void {
  const { openScreen } = useScreens()
  test.each(states.map((state, index) => ({ ...state, pairs: index % 2 ? (['light', 'dark'] as const) : themes })))(
    '$name: nothing for axe, no small target, no sideways scroll, in both themes and at every width',
    async (state) => {
      const customer = customers[state.who]
      const { page, complaints } = await openScreen(state.path, {
        ...(customer && { customer }),
        ...(state.isNarrow && { viewport: phone.viewport }),
        hasTouch: true,
        reducedMotion: 'reduce',
        ignore: /404 \(Not Found\)/,
      })
      await state.reach(page)
      const found: Record<string, string[]> = {}
      const look = async (where: string, ...shown: (typeof themes)[number][]) => {
        // After the search for targets the page is scrolled, and an element may be half under the bar.
        await page.evaluate('scrollTo(0, 0)')
        for (const [index, theme] of shown.entries()) {
          await showTheme(page, theme)
          found[`axe, ${theme}, ${where}`] = await axeFindings(page, { ofColours: index > 0 })
        }
      }
      const hasOneWidth = state.isNarrow || state.isFleeting
      await look(state.isNarrow ? '375' : '1280', ...(hasOneWidth ? themes : [state.pairs[0]]))
      // A toast and a tooltip end with what they are about.
      if (!state.isFleeting) {
        found['targets under 24'] = await smallTargets(page, 24)
        // 640 is 1280 at 200 %, 320 is 1280 at 400 % (WCAG 1.4.10).
        for (const width of [640, 320]) {
          await page.setViewportSize({ width, height: 700 })
          found[`sideways at ${width}`] = await overflowOf(page)
        }
        await page.setViewportSize(phone.viewport)
        if (!state.isNarrow) await look('375', state.pairs[1])
        found['sideways at 375'] = await overflowOf(page)
        found['targets under 24 at 375'] = await smallTargets(page, 24)
        await markMainActions(page)
        found['main actions under 44 at 375'] = await smallTargets(
          page,
          44,
          'header:has(#menu-button) button, nav a, [data-main-action]',
        )
      }
      found['complaints of the page'] = complaints
      expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({})
    },
  )
}
