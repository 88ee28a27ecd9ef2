import { useQuery } from '@tanstack/react-query'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { plansQuery } from '../plans/queries.ts'
import { usageQuery } from '../usage/queries.ts'
import { type Forecast, forecastDays, forecastOf } from './forecast.ts'
import { reportQuery } from './queries.ts'
import { daysBefore } from './ranges.ts'

const notes: Record<Forecast['by'], MessageDescriptor> = {
  weekday: msg('Forecast: each day to come as the same weekday was on average, in up to four weeks.'),
  week: msg('Forecast: each day to come as the last seven were on average.'),
}

/**
 * The figures that the present period may come to, and how they are made.
 * @param isWanted of the present period alone @param today in UTC
 */
export function useForecast(isWanted: boolean, today: string) {
  const { data: usage } = useQuery(usageQuery)
  const { data: plans } = useQuery(plansQuery)
  const before = useQuery({
    ...reportQuery({ from: daysBefore(today, forecastDays), to: today }),
    enabled: isWanted && usage !== undefined,
  })
  const plan = plans?.find(({ name }) => name === usage?.tier)
  const forecast = isWanted && usage && before.data ? forecastOf(before.data.days, usage, plan) : undefined
  const none = before.data ? t('A forecast comes once there are seven days of calls.') : ''
  return { forecast, periodEnd: usage?.periodEnd, note: forecast ? t(notes[forecast.by]) : none }
}
