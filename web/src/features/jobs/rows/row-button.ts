/** The id of the button that opens a job: focus returns to it when the job's panel closes. */
export const rowButtonId = (jobId: string): string => `open-${jobId}`
