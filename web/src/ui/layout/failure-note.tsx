import { CircleAlert, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { forced } from '../../theme.ts'

const Box = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 12px;
  border-radius: var(--r-3);
  background: var(--failed-tint);
  color: var(--failed);
  overflow-wrap: anywhere;
  ${forced} { border: 1px solid CanvasText; }
  svg { margin-top: 2px; }
`

const note = (Icon: LucideIcon, children: ReactNode, role?: 'alert') => (
  <Box role={role}>
    <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    <p>{children}</p>
  </Box>
)

/** Why something failed, in the place of what it would have given. */
export const FailureNote = ({ children }: { children: ReactNode }) => note(CircleX, children)

/** Why a form was refused, where no one field is at fault; it is read out, and stays until something is changed. */
export const FormAlert = ({ children }: { children: ReactNode }) => note(CircleAlert, children, 'alert')
