"""REST, WebSocket and pages: what comes in from outside, and what goes out."""
