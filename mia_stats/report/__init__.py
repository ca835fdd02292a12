"""One page that a player opens on a phone."""

from mia_stats.report.page import report_html, write_report

__all__ = ["report_html", "write_report"]
