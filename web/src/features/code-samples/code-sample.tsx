import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Code, CodeBar, codeBox } from '../../ui/data/code-block.tsx'
import { CopyButton } from '../../ui/form/copy-button.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'
import type { ApiCall } from './code-parts.ts'
import { type Language, languagesOf, sampleOf, textOf } from './code-samples.ts'

const Box = styled(Tabs)`
  ${codeBox}
`

const CodeTab = styled(Tab)`
  &[data-state='active'] { background: var(--raised); box-shadow: 0 0 0 1px var(--line); }
`

const Panel = styled(TabPanel)`
  &:focus-visible { outline-offset: -2px; border-radius: 0 0 var(--r-3) var(--r-3); }
`

interface CodeSampleProps {
  call: ApiCall
  /** Whether the body comes from a form: its values are highlighted, so that moving a slider is seen here. */
  marksValues?: boolean
}

/** A call of this platform's API in three languages, to be copied. */
export function CodeSample({ call, marksValues = false }: CodeSampleProps) {
  const [language, setLanguage] = useState<Language>('curl')
  const sample = sampleOf(language, call, location.origin)
  return (
    <Box value={language} onValueChange={(value) => setLanguage(value as Language)}>
      <CodeBar>
        <TabList aria-label={t('Language')}>
          {languagesOf(call).map((name) => (
            <CodeTab key={name} value={name}>
              {name}
            </CodeTab>
          ))}
        </TabList>
        <CopyButton label={t('Copy {language} code', { language })} text={() => textOf(sample)} />
      </CodeBar>
      <Panel value={language}>
        <Code>
          {marksValues
            ? sample.map(({ text, isValue }, i) => {
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the sample.
                return isValue ? <b key={i}>{text}</b> : text
              })
            : textOf(sample)}
        </Code>
      </Panel>
    </Box>
  )
}
