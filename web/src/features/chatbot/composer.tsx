import { limits } from '@utter/contracts/jobs'
import { ArrowUp, Square } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { isComposing } from '../../lib/browser/is-composing.ts'
import { readDraft, useDraft } from '../../lib/drafts.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Button, LinkButton } from '../../ui/form/button.tsx'

const Foot = styled.div`
  position: sticky;
  bottom: 0;
  padding: 12px 0 16px;
  background: linear-gradient(transparent, var(--bg) 16px);
  ${narrow} { padding-bottom: 8px; }
`

const Form = styled.form`
  display: flex;
  align-items: flex-end;
  gap: 8px;
  padding: 6px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-5);
  background: var(--field);
  &:focus-within { outline: 2px solid var(--accent); outline-offset: -1px; border-color: transparent; }
  button { border-radius: 10px; }
`

/** As high as its lines, up to eight; a line is as high as the buttons beside it. */
const Lines = styled.textarea`
  flex: 1;
  min-width: 0;
  min-height: 36px;
  max-height: 204px;
  field-sizing: content;
  padding: 6px 10px;
  border: 0;
  background: none;
  line-height: 24px;
  resize: none;
  &::placeholder { color: var(--fg-3); opacity: 1; }
  /* The whole composer shows it. */
  &:focus-visible { outline: none; }
  ${narrow} { min-height: 40px; padding: 8px 10px; font-size: 16px; }
`

const draft = 'chat-message'

interface ComposerProps {
  isBusy: boolean
  secondsLeft: number
  /** @returns whether it was sent */
  onAsk: (text: string) => boolean
  onStop: () => void
  /** Where a visitor logs in; absent for a person who is. */
  logInPath: string | undefined
  /** Below the field. @param text as far as it is written */
  children: (text: string) => ReactNode
}

/** The message that is being written; it stays in sight below the conversation. */
export function Composer({ isBusy, secondsLeft, onAsk, onStop, logInPath, children }: ComposerProps) {
  const [text, setText] = useState(() => {
    const kept = readDraft(draft)
    return typeof kept === 'string' ? kept : ''
  })
  useDraft(draft, text)
  const input = useRef<HTMLTextAreaElement>(null)
  const isWaiting = secondsLeft > 0
  const isDisabled = isBusy || isWaiting
  const wasBusy = useRef(false)
  useEffect(() => {
    // A disabled field has lost the focus; a button that a person has gone to meanwhile keeps it.
    const isLost = [document.body, input.current].includes(document.activeElement as HTMLElement)
    if (wasBusy.current && !isDisabled && isLost) input.current?.focus({ preventScroll: true })
    wasBusy.current = isDisabled
  }, [isDisabled])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  const send = () => {
    if (logInPath === undefined && onAsk(text)) setText('')
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <Foot>
      <Form onSubmit={onSubmit}>
        <Lines
          ref={input}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          onKeyDown={onKeyDown}
          placeholder={isWaiting ? t('Try again in {seconds} s', { seconds: secondsLeft }) : t('Ask me anything...')}
          aria-label={t('Message')}
          autoComplete="off"
          maxLength={limits.replyText}
          disabled={isDisabled}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isBusy && (
          <Button isIcon aria-label={t('Stop')} onClick={onStop}>
            <Square size={12} fill="currentColor" aria-hidden="true" />
          </Button>
        )}
        {logInPath ? (
          <LinkButton look="primary" to={logInPath}>
            {t('Log in to try it')}
          </LinkButton>
        ) : (
          <Button type="submit" look="primary" isIcon aria-label={t('Send')} disabled={isDisabled || !text.trim()}>
            <ArrowUp {...icon} />
          </Button>
        )}
      </Form>
      {children(text)}
    </Foot>
  )
}
