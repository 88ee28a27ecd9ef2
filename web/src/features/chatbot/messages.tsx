import styled from 'styled-components'
import { Mark } from '../../ui/data/mark.tsx'
import { Button } from '../../ui/form/button.tsx'
import { AnswerState, type OtherVoice } from './answer-state.tsx'
import type { Answer, Message, Question } from './message.ts'

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
  messages: readonly Message[]
  isBusy: boolean
  onAskAgain: (questionId: string) => void
  otherVoice: OtherVoice
}

/** The conversation so far. Answers are read out when they are whole, not at each word. */
export const Messages = ({ messages, isBusy, onAskAgain, otherVoice }: MessagesProps) => (
  <Log role="log" aria-label="Conversation" aria-busy={isBusy}>
    {messages.map((message) =>
      message.role === 'assistant' ? (
        <AnswerMessage key={message.id} message={message} otherVoice={otherVoice} />
      ) : (
        <QuestionMessage key={message.id} message={message} isBusy={isBusy} onAskAgain={onAskAgain} />
      ),
    )}
  </Log>
)

const AnswerMessage = ({
  message: { id, content, progress },
  otherVoice,
}: { message: Answer } & Pick<MessagesProps, 'otherVoice'>) => (
  <AnswerLine aria-label="Utter">
    <Mark />
    <div>
      {content && <Text>{content}</Text>}
      {progress && <AnswerState answerId={id} progress={progress} hasText={content !== ''} otherVoice={otherVoice} />}
    </div>
  </AnswerLine>
)

const QuestionMessage = ({
  message: { id, content, hasFailed },
  isBusy,
  onAskAgain,
}: { message: Question } & Pick<MessagesProps, 'isBusy' | 'onAskAgain'>) => (
  <QuestionLine aria-label="You">
    <p>{content}</p>
    {hasFailed && (
      <Button isSmall disabled={isBusy} onClick={() => onAskAgain(id)}>
        Try again
      </Button>
    )}
  </QuestionLine>
)
