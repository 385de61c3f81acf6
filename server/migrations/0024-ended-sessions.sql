-- expand: notify the processes when sessions end, so that they close the event streams of these sessions at once.
-- A trigger covers every way in which a session ends. The payload names the user only: a process reads which sessions still exist.
create function notify_ended_sessions() returns trigger
  language plpgsql
  as $$
  begin
    perform pg_notify('live', json_build_object('userId', user_id, 'topic', 'sessions')::text)
      from (select distinct user_id from ended) as users_of_ended;
    return null;
  end $$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function notify_ended_sessions();
