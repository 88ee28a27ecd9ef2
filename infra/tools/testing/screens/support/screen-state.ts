import type { Page } from 'playwright-core'

/** A person with jobs, one without, and nobody. */
export type Who = 'visitor' | 'new' | 'busy'

export interface ScreenState {
  name: string
  who: Who
  path: string
  /** Brings the screen into this state, and waits for it. */
  reach: (page: Page) => Promise<unknown>
  /** Only where the sidebar is a sheet. */
  isNarrow?: boolean
  /** Goes when the window changes. */
  isFleeting?: boolean
}

/** A state of the screen at this path, as this person sees it. */
export const aState = (
  name: string,
  who: Who,
  path: string,
  reach: ScreenState['reach'],
  more: Pick<ScreenState, 'isNarrow' | 'isFleeting'> = {},
): ScreenState => ({ name, who, path, reach, ...more })
