{{/* Made from k8s/overlays/managed: `npm run rules -- --update` writes it anew. */}}
{{- define "utter.labels" }}
{{- printf "app.kubernetes.io/instance: %s" $.Release.Name }}
app.kubernetes.io/managed-by: {{ $.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $.Chart.Name $.Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "utter.image" }}
{{- $root := index . 0 }}
{{- with $root.Values.image }}
{{- printf "%s/%s/%s:%s" .registry .repository (index $ 1) (.tag | default $root.Chart.AppVersion) }}
{{- end }}
{{- end }}

{{- define "utter.host" }}
{{- (urlParse $.Values.publicUrl).hostname }}
{{- end }}

{{- define "utter.cidrs" }}
{{- range . }}
{{- if eq . "internet" }}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 168.63.129.16/32
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.88.99.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/3
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/23
      - 2001:db8::/32
      - 2002::/16
      - 3fff::/20

{{- else }}
- ipBlock:
    cidr: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{- define "utter.ports" }}
{{- range . }}
{{- $range := splitList "-" (toString .) }}
- port: {{ first $range }}
  {{- if gt (len $range) 1 }}
  endPort: {{ last $range }}
  {{- end }}
  protocol: TCP
{{- end }}
{{- end }}
