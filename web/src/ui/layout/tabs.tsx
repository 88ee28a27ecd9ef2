import { Tabs as Radix } from 'radix-ui'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'

export const Tabs = Radix.Root
export const TabPanel = Radix.Content

export const TabList = styled(Radix.List)`
  display: flex;
  gap: 2px;
`

export const Tab = styled(Radix.Trigger)`
  height: 32px;
  padding: 0 10px;
  border: 0;
  border-radius: var(--r-2);
  background: none;
  color: var(--fg-3);
  font-weight: 500;
  font-size: 13px;
  cursor: pointer;
  &:hover { color: var(--fg); }
  &[data-state='active'] { color: var(--fg); background: var(--hover); }
  &:focus-visible { outline-offset: -2px; }
  ${narrow} { height: 36px; }
`
