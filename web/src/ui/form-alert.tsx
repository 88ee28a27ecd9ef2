import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { forced } from '../theme.ts'

const Box = styled.p`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 10px 12px;
  border-radius: var(--r-3);
  background: var(--failed-tint);
  color: var(--failed);
  font-size: 13px;
  ${forced} { border: 1px solid CanvasText; }
  svg { margin-top: 2px; }
`

/** Why a form was refused, where no one field is at fault; it is read out, and stays until something is changed. */
export const FormAlert = ({ children }: { children: ReactNode }) => (
  <Box role="alert">
    <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
    <span>{children}</span>
  </Box>
)
