import type { Page } from 'playwright-core'
import type { Answers } from '../answers/api.ts'

/** Intended differences between a state and its wanted picture. */
type Beyond = {
  /** Parts that push others away: not there when a picture is compared. */
  gone?: string[]
  /** Styles that take back where something moved. */
  restyled?: string
  /** Parts that differ in their place: not compared. */
  changed?: string[]
  /** Where the pictures have other contents, and so another height: only so many pixels from the top are compared. */
  comparedTop?: number
}

export type State = Beyond & {
  /** The first part of the picture's name: `<name>-<theme>-<width>.png`. */
  name: string
  path: string
  answers: Answers
  /** Brings the screen into the state, and waits for it. */
  reach: (page: Page) => Promise<unknown>
  widths?: number[]
  /** As high as the window: what covers the page is looked at, not the page. */
  isOneWindow?: boolean
  /** Heights of the window, by its width, where it is not the usual one. */
  heights?: Record<number, number>
}

export const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor()
export const text = (words: string) => (page: Page) => page.getByText(words).first().waitFor()

// Beyond the pictures: speed and volume.
export const soundControls = 'div:has(> [aria-label="Volume"])'
