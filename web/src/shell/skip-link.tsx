import styled from 'styled-components'
import { t } from '../lib/language/words.ts'

/** The first stop of the Tab key; it drops in when it has focus. */
const Chip = styled.a`
  position: fixed;
  left: 8px;
  top: -60px;
  z-index: 80;
  padding: 8px 12px;
  border-radius: var(--r-3);
  background: var(--ink);
  color: var(--on-ink);
  font-weight: 500;
  text-decoration: none;
  transition: top var(--t-2) var(--ease);
  &:focus { top: 8px; }
`

export const SkipLink = () => (
  <Chip
    href="#main"
    onClick={(event) => {
      // The router owns the address; only the focus has to move.
      event.preventDefault()
      document.getElementById('main')?.focus()
    }}
  >
    {t('Skip to content')}
  </Chip>
)
