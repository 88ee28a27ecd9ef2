import styled from 'styled-components'
import { mono } from '../../theme.ts'

const Text = styled.code`
  ${mono}
  display: block;
  max-height: 60px;
  overflow: hidden;
  color: var(--fg-3);
  overflow-wrap: anywhere;
  white-space: pre-wrap;
`

/** The beginning of what the receiver has answered; nothing where it was nothing. */
export const ReceiverAnswer = ({ text }: { text: string | undefined }) =>
  text?.trim() ? <Text>{text.trim()}</Text> : null
