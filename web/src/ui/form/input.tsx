import styled, { css } from 'styled-components'
import { mono, narrow } from '../../theme.ts'

export const edge = css`
  width: 100%;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-3);
  background: var(--field);
  transition: border-color var(--t-1);

  &::placeholder { color: var(--fg-3); opacity: 1; }
  &:hover { border-color: var(--control); }
  &[aria-invalid='true'] { border-color: var(--failed); }
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -1px;
    border-color: transparent;
    border-radius: var(--r-3);
  }
`

/** 16 px on phones, so that focusing it zooms nothing. The direction is that of what is typed. */
export const Input = styled.input.attrs({ dir: 'auto' })<{ $isMono?: boolean }>`
  ${edge}
  height: var(--h);
  padding: 0 12px;
  ${({ $isMono }) => $isMono && mono}
  ${narrow} { font-size: 16px; }
`

/** Written from the side from which its text is read. */
export const TextArea = styled.textarea.attrs({ dir: 'auto' })`
  ${edge}
  display: block;
  padding: 10px 12px;
  line-height: 22px;
  resize: vertical;
  ${narrow} { font-size: 16px; }
`
