import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { truncate } from '../../../theme.ts'

/** Tags beside each other, in further lines where one has no room. */
const List = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  min-width: 0;
`

const Tag = styled.span`
  ${truncate}
  max-width: 160px;
  padding: 0 6px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  color: var(--fg-2);
  font-size: 11px;
  line-height: 14px;
`

/** The words by which an account finds its jobs again. */
export const Tags = ({ tags }: { tags: readonly string[] }) => (
  <List role="list" aria-label={t('Tags')}>
    {tags.map((tag) => (
      <Tag role="listitem" key={tag} dir="auto">
        {tag}
      </Tag>
    ))}
  </List>
)
