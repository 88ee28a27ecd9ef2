import { localTime, timeAgo } from '../../lib/format/times.ts'
import { Tooltip } from '../overlay/tooltip.tsx'

/** 'x minutes ago', with the local time as its tooltip. @param now from `useNow`, so that it moves */
export const TimeAgo = ({ at, now }: { at: string; now: number }) => (
  <Tooltip text={localTime(at)}>
    <time dateTime={at}>{timeAgo(at, now)}</time>
  </Tooltip>
)
