import { ttsDefaults } from '@utter/contracts/jobs'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'
import { Card, CardBody, CardHead } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { Caption, Mono } from '../../ui/text.tsx'
import { type Language, languages, type SampleRequest, sampleOf, textOf } from './code-samples.ts'
import type { VoiceJobValues } from './voice-job.ts'

const Box = styled(Tabs)`
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  background: var(--sunken);
  overflow: hidden;
`

const Bar = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 4px 4px 4px 6px;
  border-bottom: 1px solid var(--line);
`

const CodeTab = styled(Tab)`
  &[data-state='active'] { background: var(--raised); box-shadow: 0 0 0 1px var(--line); }
`

const Code = styled.pre`
  padding: 14px 16px;
  color: var(--fg-2);
  font: 12px / 20px var(--mono);
  font-variant-ligatures: none;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  b { color: var(--fg); font-weight: 600; }
  ${narrow} { padding: 12px 10px; }
`

const Panel = styled(TabPanel)`
  &:focus-visible { outline-offset: -2px; border-radius: 0 0 var(--r-3) var(--r-3); }
`

/** The request that the form would send, as code; values from the form stand out, so that moving a slider is seen here. */
export function RequestCard({ control, requestId }: { control: Control<VoiceJobValues>; requestId: string }) {
  const { userText = '', voiceId = '', ttsSettings } = useWatch({ control })
  const request: SampleRequest = { userText, voiceId, requestId, ttsSettings: { ...ttsDefaults, ...ttsSettings } }
  const [language, setLanguage] = useState<Language>('curl')
  const sample = sampleOf(language, request, location.origin)
  return (
    <Card aria-labelledby="request">
      <CardHead>
        <h2 id="request">Request</h2>
        <Caption as={Mono}>POST /api/reply</Caption>
      </CardHead>
      <CardBody>
        <Box value={language} onValueChange={(value) => setLanguage(value as Language)}>
          <Bar>
            <TabList aria-label="Language">
              {languages.map((name) => (
                <CodeTab key={name} value={name}>
                  {name}
                </CodeTab>
              ))}
            </TabList>
            <CopyButton label={`Copy ${language} code`} text={() => textOf(sample)} />
          </Bar>
          <Panel value={language}>
            <Code>
              {sample.map(({ text, isValue }, i) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the sample.
                return isValue ? <b key={i}>{text}</b> : text
              })}
            </Code>
          </Panel>
        </Box>
      </CardBody>
    </Card>
  )
}
