import type { Ref } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Mark } from '../../ui/data/mark.tsx'
import { Button } from '../../ui/form/button.tsx'
import { AnswerState, Failure, type OtherVoice } from './answer-state.tsx'
import { type Answer, type Message, type Question, welcome, welcomeText } from './message.ts'

const Log = styled.div`
  display: grid;
  align-content: start;
  gap: 24px;
  flex: 1;
  padding-bottom: 24px;
`

const AnswerLine = styled.article`
  display: grid;
  grid-template-columns: 28px minmax(0, 1fr);
  gap: 12px;
  > svg { margin-top: 1px; }
`

const Text = styled.p`
  max-width: 62ch;
  /* The height of one line is kept for what is still being thought of. */
  min-height: 24px;
  font-size: 15px;
  line-height: 24px;
  overflow-wrap: anywhere;
  white-space: pre-line;
`

const QuestionLine = styled.article`
  display: grid;
  justify-items: end;
  gap: 8px;
  p {
    max-width: 80%;
    padding: 10px 14px;
    border-radius: 14px 14px 4px;
    background: var(--hover);
    font-size: 15px;
    line-height: 22px;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
`

interface MessagesProps {
  /** Set to the last message. */
  last: Ref<HTMLElement>
  messages: readonly Message[]
  isBusy: boolean
  onAskAgain: (questionId: string) => void
  otherVoice: OtherVoice
}

/** The conversation so far. Answers are read out when they are whole, not at each word. */
export const Messages = ({ last, messages, isBusy, onAskAgain, otherVoice }: MessagesProps) => (
  <Log role="log" aria-label={t('Conversation')} aria-busy={isBusy}>
    {messages.map((message, at) =>
      message.role === 'assistant' ? (
        <AnswerMessage
          key={message.id}
          ref={at === messages.length - 1 ? last : undefined}
          message={message}
          otherVoice={otherVoice}
        />
      ) : (
        <QuestionMessage
          key={message.id}
          message={message}
          isBusy={isBusy}
          onAskAgain={onAskAgain}
          otherVoice={otherVoice}
        />
      ),
    )}
  </Log>
)

const AnswerMessage = ({
  ref,
  message: { id, content, progress },
  otherVoice,
}: { ref: Ref<HTMLElement> | undefined; message: Answer } & Pick<MessagesProps, 'otherVoice'>) => (
  <AnswerLine ref={ref} aria-label="Utter">
    <Mark />
    <div>
      {content && (
        <Text id={`said-${id}`} dir="auto">
          {id === welcome.id ? t(welcomeText) : content}
        </Text>
      )}
      {progress && <AnswerState answerId={id} progress={progress} hasText={content !== ''} otherVoice={otherVoice} />}
    </div>
  </AnswerLine>
)

const QuestionMessage = ({
  message: { id, content, failure },
  isBusy,
  onAskAgain,
  otherVoice,
}: { message: Question } & Pick<MessagesProps, 'isBusy' | 'onAskAgain' | 'otherVoice'>) => {
  const wantsVoice = failure?.refusedVoiceId !== undefined && failure.refusedVoiceId === otherVoice.id
  return (
    <QuestionLine aria-label={t('You')}>
      <p dir="auto">{content}</p>
      {failure?.refusedVoiceId !== undefined && <Failure>{failure.reason}</Failure>}
      {/* The same button, so that it keeps the focus, leads to another voice, then to the answer by that. */}
      {failure && (
        <Button isSmall disabled={isBusy} onClick={() => (wantsVoice ? otherVoice.onChoose() : onAskAgain(id))}>
          {wantsVoice ? t('Choose another voice') : t('Try again')}
        </Button>
      )}
    </QuestionLine>
  )
}
