import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'

/** A checkbox and what it stands for. */
export const CheckLine = styled.label`
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr);
  align-items: center;
  column-gap: 10px;
  min-height: 44px;
  /* Left of the box there is as much to hit as right of it. */
  margin-left: -6px;
  padding-left: 6px;
  cursor: pointer;
  input { width: 16px; height: 16px; accent-color: var(--ink); cursor: pointer; }
`

const Refusal = styled.p`
  display: flex;
  gap: 6px;
  color: var(--failed);
  font-size: 13px;
  line-height: 16px;
  svg { margin-top: 1px; }
`

/** Why checkboxes are not as they must be. */
export const CheckError = ({ id, children }: { id: string; children: ReactNode }) => (
  <Refusal id={id}>
    <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
    {children}
  </Refusal>
)
