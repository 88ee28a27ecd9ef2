export const help = `npm run operator -- <command>

  plan set EMAIL PLAN      free, starter, creator, pro or enterprise
  rate set EMAIL N         requests in 60 s, whatever the plan says
  calls set EMAIL USED     calls used in this period
  key create EMAIL [NAME] [--days N]
                           an API key, shown once; with --days it ends by itself
  key list EMAIL           its API keys: ids, scopes, last use, end
  key revoke EMAIL ID      that key is worth nothing at once
  job show ID              how a job went, without its texts
  dead list TOPIC          messages that no listener could read
  dead replay TOPIC        publish them again; what stays unreadable comes back once
  status                   processes, listeners that are behind, disk

It speaks to the platform that npm start runs on this machine (UTTER_DATA, by default .local).`
