import styled from 'styled-components'
import { narrow } from '../../theme.ts'

/** An item of a list that is as wide as its name, with buttons behind it. */
export const ItemChip = styled.li`
  display: flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  font-size: 13px;
  line-height: 20px;
`

export const ChipButton = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 26px;
  height: 26px;
  padding: 0;
  border: 0;
  border-radius: var(--r-full);
  background: none;
  color: var(--fg-3);
  cursor: pointer;
  &:hover { color: var(--fg); background: var(--hover); }
  ${narrow} { width: 40px; height: 40px; }
`
