import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { truncate } from '../../../theme.ts'

/** On one line, whatever there is: the rows of a table have one height. */
const List = styled.span`
  display: flex;
  gap: 4px;
  min-width: 0;
`

const Tag = styled.span`
  ${truncate}
  flex: 0 1 auto;
  max-width: 120px;
  /* A short one before a long one keeps its word. */
  &:first-child { flex: none; }
  padding: 0 6px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  color: var(--fg-2);
  font-size: 11px;
  line-height: 14px;
`

const More = styled(Tag)`
  flex: none;
  border-color: transparent;
  padding: 0 2px;
`

/** Tags of a row; the job's panel has all. */
const maxShown = 2

/** The words by which an account finds its jobs again: the first of them, and how many there are besides. */
export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <List role="list" aria-label={t('Tags')}>
    {tags.slice(0, maxShown).map((tag) => (
      <Tag role="listitem" key={tag} dir="auto">
        {tag}
      </Tag>
    ))}
    {tags.length > maxShown && <More role="listitem">+{tags.length - maxShown}</More>}
  </List>
)
