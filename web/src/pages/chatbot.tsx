import { paths } from '@utter/contracts/screens'
import { SquarePen } from 'lucide-react'
import { useState } from 'react'
import styled from 'styled-components'
import { Composer } from '../features/chatbot/composer.tsx'
import { Messages } from '../features/chatbot/messages.tsx'
import { useChat } from '../features/chatbot/use-chat.ts'
import { useChatVoice } from '../features/chatbot/use-chat-voice.ts'
import { useEndInSight } from '../features/chatbot/use-end-in-sight.ts'
import { VoiceLine } from '../features/chatbot/voice-line.tsx'
import { useMe } from '../features/session/me.ts'
import { logInFor } from '../features/session/next-path.ts'
import { SmallModel } from '../features/settings/small-model.tsx'
import { t } from '../lib/language/words.ts'
import { screenTitle } from '../titles.ts'
import { Button } from '../ui/form/button.tsx'
import { Page } from '../ui/layout/page.tsx'

const Column = styled.div`
  display: flex;
  flex-direction: column;
  flex: 1;
  width: 100%;
  max-width: 696px;
  margin: 0 auto;
`

export function ChatbotPage() {
  const me = useMe()
  const voice = useChatVoice()
  const [isChoosing, setIsChoosing] = useState(false)
  const chat = useChat(voice.id)
  const { end, last } = useEndInSight(chat.messages, chat.messages.length)
  const isVisitor = !me.isPending && !me.data
  return (
    <Page
      {...screenTitle(paths.chatbot)}
      isFull
      aside={
        chat.beginAnew && (
          <Button look="ghost" isSmall onClick={chat.beginAnew}>
            <SquarePen size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('New conversation')}
          </Button>
        )
      }
    >
      <Column>
        <Messages
          last={last}
          messages={chat.messages}
          isBusy={chat.isBusy}
          onAskAgain={chat.askAgain}
          otherVoice={{
            id: voice.id,
            name: voice.voice?.name ?? voice.id,
            isBusy: chat.isBusy || chat.secondsLeft > 0,
            onChoose: () => setIsChoosing(true),
            onSpeakAgain: chat.speakAgain,
          }}
        />
        <SmallModel />
        <Composer
          isBusy={chat.isBusy}
          secondsLeft={chat.secondsLeft}
          onAsk={chat.ask}
          onStop={chat.stop}
          logInPath={isVisitor ? logInFor(paths.chatbot) : undefined}
        >
          {(text) => (
            <VoiceLine
              text={text}
              chatVoice={voice}
              isOpen={isChoosing}
              onOpen={() => setIsChoosing(true)}
              onClose={() => setIsChoosing(false)}
            />
          )}
        </Composer>
        <div ref={end} />
      </Column>
    </Page>
  )
}
