import { css } from 'styled-components'

/** Under this width the sidebar is a sheet, rows stack and controls grow to 44 px. */
export const narrow = '@media (max-width: 767px)'
/** Where a table's own place is too tight for its columns: the window is narrow, or the sidebar takes its part. */
export const tightPx = 820
export const tight = `@container table (max-width: ${tightPx}px)`
export const medium = '@media (max-width: 1100px)'

/** High contrast: backgrounds are gone, and what is known by its fill alone needs a colour of the system. */
export const forced = '@media (forced-colors: active)'

export const mono = css`
  font-family: var(--mono);
  font-size: 12.5px;
  letter-spacing: -0.01em;
  font-variant-ligatures: none;
`

export const truncate = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  min-width: 0;
`

/** Only for screen readers. The margin keeps its pixel from making a page longer than the window. */
export const hidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
