import { paths } from '@utter/contracts/screens'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { narrow, truncate } from '../../../theme.ts'
import { WrappedList } from '../../../ui/layout/wrapped-list.tsx'

const List = styled(WrappedList)`
  li { min-width: 0; max-width: 100%; }
  a {
    ${truncate}
    display: block;
    padding: 0 10px;
    border: 1px solid var(--line-strong);
    border-radius: var(--r-full);
    color: var(--fg-2);
    font-size: 12px;
    line-height: 24px;
    text-decoration: none;
    &:hover { color: var(--fg); background: var(--hover); }
    &:focus-visible { border-radius: var(--r-full); }
  }
  ${narrow} { a { line-height: 34px; } }
`

/** The jobs that have a tag. */
export const taggedPath = (tag: string): string => `${paths.jobs}?${new URLSearchParams({ tag })}`

/** The tags of a job, each a way to all jobs that have it. */
export const TagLinks = ({ tags }: { tags: readonly string[] }) => (
  <List $gap={6} aria-label={t('Tags')}>
    {tags.map((tag) => (
      <li key={tag}>
        <Link to={taggedPath(tag)} dir="auto">
          {tag}
        </Link>
      </li>
    ))}
  </List>
)
