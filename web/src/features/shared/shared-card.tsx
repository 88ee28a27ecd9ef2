import type { SharedJob } from '@utter/contracts/http/jobs/share'
import { Download, Sparkles } from 'lucide-react'
import styled from 'styled-components'
import { dateOf } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Clamped } from '../../ui/data/clamped.tsx'
import { AnchorButton } from '../../ui/form/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Caption, Row, Stack } from '../../ui/layout/text.tsx'
import { Player } from '../player/player.tsx'

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  padding: 20px;
  ${narrow} { padding: 16px; }
  h2 {
    margin-bottom: 8px;
    color: var(--fg-3);
    font-size: 13px;
    font-weight: 500;
  }
`

const About = styled(Row)`
  flex-wrap: wrap;
`

const textLines = 16

/** A shared sound with all that its link tells: its texts, whose words are lit as they are heard, its voice, and when it was made. */
export function SharedCard({ job }: { job: SharedJob }) {
  const { userText, aiResponse, words, voice, language, createdAt, audioUrl } = job
  const spoken = aiResponse ?? userText
  const isLit = words !== undefined && words.length > 0
  return (
    <Card aria-label={t('Shared sound')}>
      <Body>
        <About $gap={12}>
          <Badge tone="accent" icon={Sparkles}>
            {t('Made by AI')}
          </Badge>
          <Caption>
            {voice.name === undefined ? t('Spoken by an AI voice') : t('Spoken by {voice}', { voice: voice.name })}
            {' · '}
            <time dateTime={createdAt}>{dateOf(createdAt)}</time>
          </Caption>
        </About>
        {aiResponse !== undefined && userText !== undefined && <Text title={t('Question')} text={userText} />}
        <Player
          src={audioUrl}
          peaks={job.peaks}
          durationMs={job.durationMs}
          transcript={isLit ? spoken : undefined}
          words={words}
          wordLines={12}
          language={language}
          actions={
            <AnchorButton look="ghost" isSmall isIcon href={`${audioUrl}?download`} download aria-label={t('Download')}>
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
            </AnchorButton>
          }
        />
        {spoken !== undefined && !isLit && (
          <div lang={language}>
            <Text title={aiResponse === undefined ? t('Text') : t('Reply')} text={spoken} />
          </div>
        )}
      </Body>
    </Card>
  )
}

const Text = ({ title, text }: { title: string; text: string }) => (
  <Stack as="section" $gap={0}>
    <h2>{title}</h2>
    <Clamped text={text} lines={textLines} />
  </Stack>
)
