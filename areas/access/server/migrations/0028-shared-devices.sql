-- Opened at a device that people share as a terminal of another company: over when it is unused for so long. Its own company's
-- sessions follow the terminal, as it is now.
alter table session add column idle_minutes integer;
