import { X } from 'lucide-react'
import styled from 'styled-components'
import { counted } from '../../../lib/format/counted.ts'
import { t } from '../../../lib/language/words.ts'
import { Button } from '../../../ui/form/button.tsx'
import { shortText } from '../../jobs/rows/short-text.ts'
import type { Refused } from './use-bulk.ts'

const nameCharacters = 60

const Frame = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 8px;
  padding: 8px 0 4px;
  border-bottom: 1px solid var(--line);
  color: var(--failed);
  font-size: 13px;
  line-height: 18px;
`

const List = styled.ul`
  max-height: 144px;
  overflow: auto;
  margin: 4px 0 0;
  padding: 0 0 4px;
  list-style: none;
  color: var(--fg-2);
  overflow-wrap: anywhere;
`

const Words = styled.div`
  flex: 1;
  min-width: 0;
`

interface FailuresProps {
  failures: readonly Refused[]
  onClose: () => void
}

/** The jobs with which an act was not done, each by its text, with the server's sentence. They stay chosen. */
export const Failures = ({ failures, onClose }: FailuresProps) => (
  <Frame>
    <Words role="alert">
      <p>
        {failures.length === 1
          ? t('Not done with {jobs}, which is still chosen', { jobs: counted(1, 'job') })
          : t('Not done with {jobs}, which are still chosen', { jobs: counted(failures.length, 'job') })}
      </p>
      <List tabIndex={0} aria-label={t('Jobs with which it was not done')}>
        {failures.map(({ job, sentence }) => (
          <li key={job.id}>
            <bdi>{shortText(job.userText, nameCharacters)}</bdi>: {sentence}
          </li>
        ))}
      </List>
    </Words>
    <Button look="ghost" isSmall isIcon aria-label={t('Hide what was not done')} onClick={onClose}>
      <X size={16} strokeWidth={1.75} aria-hidden="true" />
    </Button>
  </Frame>
)
