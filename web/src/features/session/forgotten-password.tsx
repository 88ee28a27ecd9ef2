import { useId, useState } from 'react'
import styled from 'styled-components'

const Frame = styled.div`
  margin-top: -12px;
  font-size: 13px;
  color: var(--fg-2);
  text-align: center;
  p { margin-top: 4px; }
`

/** A button that reads as a link. */
export const LinkLike = styled.button`
  min-height: 24px;
  padding: 0 4px;
  border: 0;
  background: none;
  color: var(--fg);
  font-weight: 500;
  text-decoration: underline;
  text-decoration-color: var(--line-strong);
  text-underline-offset: 3px;
  cursor: pointer;
  &:hover { text-decoration-color: currentColor; }
`

/** There is no mailer: the operator makes the link. */
export function ForgottenPassword() {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <Frame>
      <LinkLike type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
        Forgot your password?
      </LinkLike>
      <p id={id} hidden={!isOpen}>
        This platform sends no mail. Ask its operator for a link: it lets you set a new password, once, within an hour.
      </p>
    </Frame>
  )
}
